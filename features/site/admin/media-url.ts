// Where the editor shows a site's own file from, which may be another site's than the desk's host.
import { fetchFile } from '@maru/kit/web/file-client.ts';
import { useEffect, useState } from 'react';
import { getSiteMedia } from '../edit-contract.ts';

const ownPrefix = '/site-media/';

/** Address to show a picture from: a site's own file is served under its own hosts alone; the editor gets it by its right. */
export function useMediaUrl(path: string): string {
  const [own, setOwn] = useState('');
  useEffect(() => {
    if (!path.startsWith(ownPrefix)) return undefined;
    let url = '';
    let isGone = false;
    fetchFile(getSiteMedia, { name: path.slice(ownPrefix.length) }).then(
      (blob) => {
        if (isGone) return;
        url = URL.createObjectURL(blob);
        setOwn(url);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      URL.revokeObjectURL(url);
    };
  }, [path]);
  return path.startsWith(ownPrefix) ? own : encodeURI(path);
}
