// Worker entry that cannot even begin, as after an update that went wrong.
throw new Error('this build is broken');
