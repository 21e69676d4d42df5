// How custody asks for its own processes: a demo starts them when somebody first looks, production has them as services of their own.
import { serviceKey } from '@maru/kit/contract/service.ts';

export interface CustodyProcesses {
  /** Somebody needs chains now. Costs nothing while they run. */
  wake(): void;
  stop(): Promise<void>;
}
export const custodyProcesses = serviceKey('custody.processes').of<CustodyProcesses>();
