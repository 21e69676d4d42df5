// npm run replay -- [--site N] [--until SEQ]: replays a site's whole journal from its first command, on no one's data, and
// compares the state with every snapshot it passes.
import { parseArgs } from 'node:util';
import { openPostgresJournal } from '@maru/kit/server/journal/postgres-journal.ts';
import { type EngineAt, hashCore } from '@maru/kit/server/recovery.ts';
import { replaySite } from '@maru/kit/server/replay-site.ts';
import { SnapshotStore } from '@maru/kit/server/snapshot-store.ts';
import { journaledSites, withInstallation } from './places.ts';

const { values } = parseArgs({ options: { site: { type: 'string' }, until: { type: 'string' } } });

await withInstallation(async ({ places }) => {
  const store = openPostgresJournal(places.address, { connections: 1, answerTimeoutMs: 60_000 });
  const snapshots = new SnapshotStore(places.snapshotDir);
  const untilSeq = values.until === undefined ? undefined : Number(values.until);
  for (const site of values.site === undefined ? await journaledSites(places.address) : [Number(values.site)]) {
    const known = new Map(snapshots.list(site).map((seq) => [seq, snapshots.read(site, seq).head.stateHash]));
    let compared = 0;
    const compare = (at: EngineAt) => {
      const expected = known.get(at.point.seq);
      if (expected === undefined) return;
      if (hashCore(at.core) !== expected) throw new Error(`site ${site}: replay and snapshot differ at ${at.point.seq}`);
      compared++;
    };
    const began = performance.now();
    const at = await replaySite({ ...places, site, store }, { untilSeq, fromBeginning: true, each: (_batch, now) => compare(now) });
    const ms = performance.now() - began;
    const rate = Math.round((at.point.seq / ms) * 1000);
    console.log(
      `replay site=${site} seq=${at.point.seq} ms=${Math.round(ms)} commands_s=${rate} snapshots_equal=${compared} hash=${hashCore(at.core)}`,
    );
  }
  await store.close();
});
