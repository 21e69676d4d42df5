// Plain orders of many accounts, each with its request key, through both engines: no violation, no difference, and nearly nothing else.
import { describe, expect, test } from 'vitest';
import { CommandKind } from '../wire/command-kind.ts';
import { decodeCommand } from '../wire/command.ts';
import { Simulation, simulate } from './simulator.ts';

const COMMANDS = 3_000;

describe('the simulator with plain orders', () => {
  test.each([1, 2])('seed %i: 3,000 commands without violation or difference', (seed) => {
    const report = simulate(seed, COMMANDS, 'plain');
    const rerun = `npm run sim -- --seeds 1 --from ${seed} --commands ${report.commands} --profile plain --crashes 0`;
    expect({ violations: report.violations, differences: report.differences }, rerun).toEqual({ violations: [], differences: [] });
    expect(report.commands).toBe(COMMANDS);
    expect(report.accepted).toBeGreaterThan(1_800);
    expect(report.fills).toBeGreaterThan(400);
  });

  test('four of five commands after the setting up are orders and cancels with a key, of a hundred accounts and more', () => {
    const run = new Simulation(1, 'plain');
    const accounts = new Set<number>();
    let plain = 0;
    let repeated = 0;
    const keys = new Set<number>();
    while (run.report.commands < 1_000) run.step();
    for (let k = 0; k < 1_000; k++) {
      const command = decodeCommand(run.step());
      if (command.kind !== CommandKind.PlaceOrder && command.kind !== CommandKind.CancelOrder) continue;
      if (command.keyHi === 0) continue;
      plain += 1;
      accounts.add(command.account);
      if (keys.has(command.keyHi)) repeated += 1;
      keys.add(command.keyHi);
    }
    expect(plain).toBeGreaterThan(800);
    expect(accounts.size).toBeGreaterThan(100);
    expect(repeated).toBeGreaterThan(5);
    expect(run.failed).toBe(false);
  });
});
