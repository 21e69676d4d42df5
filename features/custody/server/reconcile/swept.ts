// What sweeps have moved between addresses of ours by the chain's own facts, for the comparison of what each address should hold.

/** Transactions of sweeps that are in a block of the line, up to $4: of site $1 on chain $2. */
const MINED = `FROM custody_sweep s JOIN custody_payout p ON p.sweep_id = s.sweep_id
 JOIN custody_block b ON b.chain = p.chain AND b.height = p.mined_height AND b.hash = p.mined_hash
 WHERE s.site_id = $1 AND s.chain = $2 AND p.mined_height <= $4`;

/**
 * By address of a deposit: `moved` went from there to the hot address, `fee` to the network, of coin $3. Where outputs are spent whole all of
 * them go there, and the fee out of what arrives; an output that anybody else spent is no sweep.
 */
export const SWEPT = `SELECT s.address, CASE WHEN s.coin = $3 AND p.is_success THEN s.amount ELSE 0 END AS moved,
   CASE WHEN s.chain = $3 THEN p.network_fee ELSE 0 END AS fee ${MINED} AND s.kind = 'SWEEP' AND s.place IS NOT NULL
 UNION ALL SELECT o.address, o.amount, 0 FROM custody_output o
   JOIN custody_payout p ON p.chain = o.chain AND p.hash = o.spent_by JOIN custody_sweep s ON s.sweep_id = p.sweep_id
   WHERE s.site_id = $1 AND o.chain = $2 AND s.coin = $3 AND o.spent_height <= $4 AND s.place IS NULL AND s.kind = 'SWEEP'`;

/** What the hot address gave for fees of sweeps that other addresses make, and to cold storage; and what came back from there. */
export const FUELLED = `SELECT s.amount ${MINED} AND s.kind IN ('FUEL', 'TO_COLD') AND s.coin = $3 AND p.is_success`;
export const REFILLED = `SELECT s.amount ${MINED} AND s.kind = 'FROM_COLD' AND s.coin = $3 AND p.is_success`;

/** What cold addresses were given, and what left them with its fee. */
export const TO_COLD = `SELECT s.amount ${MINED} AND s.kind = 'TO_COLD' AND s.coin = $3 AND p.is_success`;
export const FROM_COLD = `SELECT CASE WHEN s.coin = $3 AND p.is_success THEN s.amount ELSE 0 END + CASE WHEN s.chain = $3 THEN p.network_fee ELSE 0 END AS amount
 ${MINED} AND s.kind = 'FROM_COLD'`;
