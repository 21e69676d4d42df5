// Leaves out of the browser what contracts say for the server alone: what a call is called, who may make it, which codes and statuses it answers.
import type { Plugin } from 'vite';

const contract = /\/(features|kit)\/.*(contract|errors)\.ts$/;
const summary = /^ *summary: \{ ko: (['"`]).*\1, en: (['"`]).*\2 \},\n/gm;
/** Whole lines inside a route or topic, as the formatter writes them; schemas never look like this. */
const forServer = /^ {2}(roles: (\w+|\['\w+'(, '\w+')*\])|codes: \['\w+'(, '\w+')*\]),\n/gm;
const status = /\bstatus: \d{3},\s/g;

export const leanContract = (code: string): string => code.replace(summary, '').replace(forServer, '').replace(status, '');

export function leanContracts(): Plugin {
  return {
    name: 'maru:lean-contracts',
    apply: 'build',
    enforce: 'pre',
    // Whole lines of literals go: nothing that is read maps to them.
    transform: (code, id) => (contract.test(id) ? { code: leanContract(code), map: null } : undefined),
  };
}
