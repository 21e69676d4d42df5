// The entry point of price alerts: a member's calls, and what watches prices for them while its pages are closed.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { handle, type ServerFeature } from '@maru/kit/server/feature.ts';
import { leavingParts, memberData, plainRows } from '@maru/member/contract.ts';
import { ALERT_KEPT_DAYS, deletePriceAlert, listPriceAlerts, savePriceAlert } from '../../alert-contract.ts';
import { forgetAlerts } from './alert-rows.ts';
import { AlertWatch } from './alert-watch.ts';
import { deleteOwnAlert, listOwnAlerts, saveOwnAlert } from './keep-alerts.ts';
import { alertMigrations } from './migrations.ts';

const LOOK_MS = 1_000;
const FORGET_MS = 6 * 3_600_000;

/** Made anew for each server; starts after the market, whose prices it hears. */
export function createAlertFeature(lookMs = LOOK_MS): ServerFeature {
  let made: AlertWatch | undefined;
  const watch = () => {
    if (made === undefined) throw new Error('price alerts have not been started');
    return made;
  };
  return {
    name: 'alert',
    errors: {},
    migrations: alertMigrations,
    routes: [
      handle(listPriceAlerts, listOwnAlerts),
      handle(savePriceAlert, (context, call) => saveOwnAlert(context, watch(), call)),
      handle(deletePriceAlert, (context, call) => deleteOwnAlert(context, watch(), call)),
    ],
    async start(context) {
      context.services
        .find(memberData)
        ?.register(
          plainRows(
            'priceAlerts',
            { ko: '가격 알림', en: 'Price alerts' },
            'symbol, price_type, condition, level, move_bp, window_minutes, pause_minutes, note, by_mail, expires_at, status, fired_count, fired_at, fired_level, fired_from, created_at',
            'market_price_alert',
          ),
        );
      const started = new AlertWatch(context);
      await started.begin(lookMs);
      made = started;
      context.services.find(leavingParts)?.register({
        name: 'alert',
        async erase(sql, { site, member }) {
          await sql.query('DELETE FROM market_price_alert WHERE site_id = $1 AND member_id = $2', [site, member]);
          await sql.query('DELETE FROM market_alert_message WHERE site_id = $1 AND member_id = $2', [site, member]);
        },
        ended: ({ site, member }) => started.forget(site, member),
      });
      context.jobs.every({ name: 'alert.forget', everyMs: FORGET_MS, fault: 'old price alerts kept' }, () =>
        forgetAlerts(context.pool, new Date(context.clock.now() - ALERT_KEPT_DAYS * DAY_MS)),
      );
      return () => started.close();
    },
  };
}
