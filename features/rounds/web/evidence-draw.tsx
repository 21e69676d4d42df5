// A draw as its record has it: five balls and the power ball, the seal and its seed, and the public value they were drawn with.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import type { DrawEvidence } from '../evidence.ts';
import { knownBeacons } from '../evidence-beacon.ts';
import { evidenceTexts } from './evidence-texts.ts';

export function DrawBox({ draw }: { draw: DrawEvidence }) {
  const t = useText(evidenceTexts);
  const { entropyOf } = draw;
  return (
    <div className="space-y-3">
      {draw.draw !== null && (
        <p className="flex items-center gap-1.5">
          {draw.draw.balls.map((ball) => (
            <Ball key={ball} number={ball} />
          ))}
          <span className="text-mute">+</span>
          <Ball number={draw.draw.power} isPower />
        </p>
      )}
      <dl className="space-y-2 text-12">
        <Line label={t('evidence.seal')} value={draw.seal} />
        {draw.seed !== null && <Line label={t('evidence.seed')} value={draw.seed} />}
        {draw.entropy !== null && <Line label={t('evidence.entropy')} value={draw.entropy} />}
        {entropyOf?.kind === 'ticks' && (
          <dd className="text-mute">
            {t('evidence.entropy.of', { symbol: entropyOf.symbol, ids: entropyOf.ticks.map(({ id }) => id).join(' · ') })}
          </dd>
        )}
        {entropyOf?.kind === 'beacon' && (
          <dd className="break-all text-mute">
            {t('evidence.entropy.beacon', {
              name: knownBeacons[entropyOf.beacon.chain] ?? `${t('evidence.beacon.own')} ${entropyOf.beacon.beaconId}`,
              round: entropyOf.round,
            })}
          </dd>
        )}
      </dl>
    </div>
  );
}

export function Ball({ number, isPower = false }: { number: string; isPower?: boolean }) {
  return (
    <span
      className={cx(
        'grid size-8 place-items-center rounded-full text-14 font-bold',
        isPower ? 'bg-ink text-on-ink' : 'border-[1.5px] border-text',
      )}
    >
      {number}
    </span>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-mute">{label}</dt>
      <dd className="break-all">{value}</dd>
    </div>
  );
}
