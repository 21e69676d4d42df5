// What of each coin is hot, at members' addresses and cold, as its chain was last read: one way to count it, for what moves and for the desk.

/** c: a row of custody_coin. In the chain's unit. */
const heldAt = (whose: string) =>
  `(SELECT coalesce(sum(b.amount), 0) FROM custody_balance b WHERE b.chain = c.chain AND b.coin = c.wallet_type
     AND EXISTS (SELECT 1 FROM ${whose} o WHERE o.chain = b.chain AND o.address = b.address AND o.site_id = c.site_id))`;

export const HOLDINGS = `${heldAt('custody_hot')} AS hot, ${heldAt('custody_address')} AS warm, ${heldAt('custody_cold')} AS cold`;
