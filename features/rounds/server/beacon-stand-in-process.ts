// The beacon's stand-in as a process: by hand, for the setting MARU_BEACON_URL; or started by a test, which hears its address.
import { openBeaconStandIn } from './beacon-stand-in.ts';

// Whoever started it is gone, killed perhaps: nothing stays behind.
process.on('disconnect', () => process.exit(0));
const { url } = await openBeaconStandIn({ port: Number(process.argv[2] ?? 0) });
if (process.send === undefined) process.stdout.write(`MARU_BEACON_URL=${url}\n`);
else process.send(url, (error: Error | null) => error !== null && process.exit(0));
