// How custody asks for its own processes: a demo starts them when somebody first looks, where chains have nodes they run as long as the server.
import { serviceKey } from '@maru/kit/contract/service.ts';

export interface CustodyProcesses {
  /** Somebody needs chains now. Costs nothing while they run. */
  wake(): void;
  stop(): Promise<void>;
}
export const custodyProcesses = serviceKey('custody.processes').of<CustodyProcesses>();
