// A site's state at any one command: whole flushes proven as recovery proves them, then the first commands of the next one.
import { recordLength } from '@maru/engine/wire/command.ts';
import { JournalArchive, readHistory } from '@maru/kit/server/journal/archive.ts';
import { frameScratch, openEntry } from '@maru/kit/server/journal/journal-entry.ts';
import type { EngineAt } from '@maru/kit/server/recovery.ts';
import { replaySite, type ReplaySource, type ReplayUntil } from '@maru/kit/server/replay-site.ts';

/** The state right after command `untilSeq`, and that sequence; the journal's end when it is shorter, or none is named. */
export async function replayExactly(source: ReplaySource, options: ReplayUntil): Promise<{ at: EngineAt; seq: number }> {
  const at = await replaySite(source, options);
  const { untilSeq } = options;
  if (untilSeq === undefined || at.point.seq >= untilSeq) return { at, seq: at.point.seq };
  const { site, store, archiveDir } = source;
  for await (const page of readHistory(store, new JournalArchive(archiveDir), site, at.point.seq)) {
    const entry = page.at(0);
    if (entry === undefined) continue;
    const records = openEntry(site, at.point, entry, frameScratch());
    const last = Math.min(untilSeq, entry.firstSeq + entry.count - 1);
    at.core.events.length = 0;
    for (let seq = entry.firstSeq, offset = 0; seq <= last; seq++, offset += recordLength(records, offset))
      at.core.apply(records, offset, seq);
    return { at, seq: last };
  }
  return { at, seq: at.point.seq };
}
