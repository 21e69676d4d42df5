// The first of two calls: all that concerns the sender alone is looked at first, then one look is counted, then the receiver is named, masked.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { receivers } from '@maru/member/contract.ts';
import { checkReceiver } from '../../member-transfer-contract.ts';
import { refuseBonus } from '../keep-bonus.ts';
import { countLook, noteFound } from './count-looks.ts';
import { maskedName } from './masked-name.ts';
import { needsSecond, readMove, refuseBeyond, refuseMoreThanThere, refuseUnready, refuseWithoutSecond, usdt } from './read-move.ts';
import { insertTransfer } from './transfer-rows.ts';
import { ownLimitOf, sentBy, termsOfTransfers } from './transfer-terms.ts';

export const checkReceiverHandler = handle(checkReceiver, async (context, { site, session, body }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const { pool, clock, services } = context;
  const terms = await termsOfTransfers(pool, site.id);
  await refuseUnready(context, site, session, terms);
  const move = readMove(context, site, body);
  const { coin, amount, value } = move;
  const sent = await sentBy(pool, site, session, clock.now());
  refuseBeyond(move, terms, sent, await ownLimitOf(context, site.id, session.member));
  const needsSecondFactor = needsSecond(value, terms, sent);
  if (needsSecondFactor) await refuseWithoutSecond(context, session, terms);
  await refuseMoreThanThere(context, site.id, session.account, move);
  await refuseBonus(context, site, { account: session.account, asset: coin.asset, amount }, 'TRANSFER_BONUS');

  const look = await countLook(context, session);
  const people = services.use(receivers);
  const [payee, payer] = await Promise.all([people.find(site.id, body.receiver), people.at(site.id, session.account)]);
  if (payee?.account === session.account) throw new Refusal('TRANSFER_SELF', { field: 'receiver' });
  if (payee?.mayReceive !== true || payer === undefined) throw new Refusal('RECEIVER_UNKNOWN', { field: 'receiver' });
  await noteFound(pool, look);
  const row = await insertTransfer(context, {
    site: site.id,
    account: session.account,
    payee: payee.account,
    accountName: maskedName(payer.name),
    payeeName: maskedName(payee.name),
    asset: coin.asset,
    amount,
    value,
  });
  return {
    data: {
      transferId: row.id,
      receiver: row.payeeName,
      walletType: coin.walletType,
      currency: coin.currency,
      point: formatDecimal(amount, coin.decimals),
      worth: usdt(value),
      needsSecondFactor,
      endsAt: new Date(row.endsMs).toISOString(),
      time: new Date(clock.now()).toISOString(),
    },
  };
});
