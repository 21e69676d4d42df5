// The projector's thread with an end that a test gives it at any moment; else as it always is.
import '../projector-worker.ts';

new BroadcastChannel('maru-projector-death').addEventListener('message', () => process.exit(1));
