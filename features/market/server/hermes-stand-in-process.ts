// The stand-in for Hermes as a process: started by the demo, which hears its address; or by hand, for the setting MARU_PYTH_URL.
import { openHermesStandIn } from './hermes-stand-in.ts';

// Whoever started it is gone, killed perhaps: nothing stays behind.
process.on('disconnect', () => process.exit(0));
const { url } = await openHermesStandIn({ port: Number(process.argv[2] ?? 0) });
if (process.send === undefined) process.stdout.write(`MARU_PYTH_URL=${url}\n`);
else process.send(url, (error: Error | null) => error !== null && process.exit(0));
