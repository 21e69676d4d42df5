// One seeded run: random commands into the real engine and the naive one, compared command by command, invariants throughout.
//
// Stops at the first thing that is wrong and says where; a run is the same on every machine.
import { apply } from '../apply.ts';
import { type Command, CommandKind, decodeCommand, encodeCommand, recordLength } from '../wire/command.ts';
import { decodeEvent, type EngineEvent, EVENT_WORDS, EventKind, LiquidationStage, RoundResult, VoidReason } from '../wire/event.ts';
import { type Capacity, RESERVED_ORDERS } from '../capacity.ts';
import { EventBuffer } from '../wire/event-buffer.ts';
import { META_SLICE } from '../layout.ts';
import { decodeInstrument, type InstrumentSpec } from '../market/instrument.ts';
import { selfCheck } from '../self-check.ts';
import { rejections } from '../reject.ts';
import { loadSnapshot, snapshotBytes, takeSnapshot } from '../snapshot.ts';
import { stateHash } from '../state-hash.ts';
import { createState, type EngineState } from '../state.ts';
import {
  compareAccount,
  compareCounterparty,
  compareOutcome,
  compareWaiting,
  eventsOfWork,
  handledInLine,
  workItems,
  rejectedCode,
} from './compare.ts';
import { compareCustody, custodyLines } from './compare-custody.ts';
import { comparePlay, compareRounds, keptRounds, roundLines } from './compare-rounds.ts';
import { crossingSymbols, heldScopes, positionViews, restingOrders } from './engine-reader.ts';
import { type CommandSource, Generator } from './generate.ts';
import { PlainGenerator } from './generate-plain.ts';
import { InterestCap } from './interest-check.ts';
import { checkAll, checkCommand } from './invariants.ts';
import { createNaive, type Naive, positionOf, type Scope } from './naive/model.ts';
import { execute } from './naive/naive-engine.ts';
import { checkCustody } from '../custody/check-custody.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { isWaiting } from './naive/work.ts';
import { Random } from './random.ts';
import { checkRefusal } from './refusal-check.ts';
import { checkLadders, checkCapacity } from './capacity-check.ts';
import { BetShadow } from './shadow-bets.ts';
import { Shadow } from './shadow.ts';
import { checkFundingView, checkRiskViews } from './view-checks-risk.ts';
import { checkViews } from './view-checks.ts';

/** Room of a simulated site: small, so that thousands of runs are cheap. */
export const SIMULATED_CAPACITY = {
  accounts: 16,
  symbols: 8,
  exposures: 128,
  positions: 512,
  orders: 4096,
  levels: 4096,
  nodes: 1024,
  requests: 65_536,
};
const FULL_EVERY = 500;

/** Every rule's edge with a handful of accounts, or plain orders of many (generate-plain.ts). */
export type Profile = 'edges' | 'plain';
const PLAIN_CAPACITY: Capacity = { ...SIMULATED_CAPACITY, accounts: 256, exposures: 1024, positions: 1024 };

/** Every fifth site is so small that its members meet its walls, of one kind or another. */
export const isCrowded = (seed: number): boolean => seed % 5 === 4;

function capacityOf(seed: number): Capacity {
  if (!isCrowded(seed)) return SIMULATED_CAPACITY;
  const r = new Random(seed + 2_000_003);
  return {
    ...SIMULATED_CAPACITY,
    exposures: r.pick([12, 24, 128]),
    positions: r.pick([64, 96, 512]),
    orders: RESERVED_ORDERS + r.pick([6, 20, 4_000]),
    levels: r.pick([8, 24, 4_096]),
    nodes: r.pick([14, 24, 1_024]),
  };
}

/** Every third site works in slices so small that most of what happens takes several. */
function emptyState(seed: number, profile: Profile): EngineState {
  if (profile === 'plain') return createState(PLAIN_CAPACITY);
  const state = createState(capacityOf(seed));
  if (seed % 3 === 0) state.meta[META_SLICE] = 4;
  return state;
}

export interface SimulationReport {
  seed: number;
  commands: number;
  faults: number;
  accepted: number;
  liquidations: number;
  fills: number;
  restarts: number;
  /** Of these, while liquidations or funding were under way. */
  restartsAtWork: number;
  /** Right after a round was decided, or refused to be. */
  restartsAtBoundary: number;
  /** Events by name: what the run met, and what it never did. */
  met: Record<string, number>;
  /** Commands of which one or more were accepted. */
  kinds: Set<CommandKind>;
  violations: string[];
  differences: string[];
}

export class Simulation {
  readonly seed: number;
  readonly generator: CommandSource;
  readonly naive: Naive;
  readonly shadow = new Shadow();
  readonly bets = new BetShadow();
  readonly sink = new EventBuffer(256);
  readonly specs: InstrumentSpec[] = [];
  readonly #interest = new InterestCap();
  readonly #restarts: Random;
  state: EngineState;
  seq = 0;
  report: SimulationReport;

  constructor(seed: number, profile: Profile = 'edges') {
    this.seed = seed;
    this.generator = profile === 'plain' ? new PlainGenerator(seed) : new Generator(seed);
    this.#restarts = new Random(seed + 1_000_003);
    this.state = emptyState(seed, profile);
    this.naive = createNaive(this.state.capacity);
    this.report = {
      seed,
      commands: 0,
      faults: 0,
      accepted: 0,
      liquidations: 0,
      fills: 0,
      restarts: 0,
      restartsAtWork: 0,
      restartsAtBoundary: 0,
      met: {},
      kinds: new Set(),
      violations: [],
      differences: [],
    };
  }

  get failed(): boolean {
    return this.report.violations.length > 0 || this.report.differences.length > 0;
  }

  /** Generates, applies and checks one command; returns its record. */
  step(): Float64Array {
    const { command, fault } = this.generator.next(this.naive);
    const record = encodeCommand(command);
    this.take(record, fault);
    // Now and then, and sooner while work is left half done, the engine goes on from its snapshot as after a restart.
    const isBoundary = command.kind === CommandKind.SettleRound || command.kind === CommandKind.RevealDraw;
    if (this.#restarts.chance(isWaiting(this.naive) ? 4 : isBoundary ? 5 : 0.05)) {
      this.restart();
      if (isBoundary) this.report.restartsAtBoundary += 1;
    }
    return record;
  }

  /** Everything but the snapshot's bytes is forgotten. */
  restart(): void {
    this.state = loadSnapshot(snapshotOf(this.state));
    this.report.restarts += 1;
    if (isWaiting(this.naive)) this.report.restartsAtWork += 1;
  }

  /** Applies and checks one record as the next command; its events, valid until the next. */
  take(record: Float64Array, fault = false): Float64Array {
    this.seq += 1;
    const events = this.applyRecord(record, this.seq);
    this.report.commands += 1;
    if (fault) this.report.faults += 1;
    // Both engines read the same words.
    this.#check(decodeCommand(record), events, fault);
    return this.sink.words.subarray(0, this.sink.length);
  }

  /** Takes what it has not seen of a journaled batch. */
  follow(firstSeq: number, records: Float64Array): void {
    for (let at = 0, seq = firstSeq; at < records.length; seq++) {
      const length = recordLength(records, at);
      if (seq === this.seq + 1) this.take(records.slice(at, at + length));
      at += length;
    }
  }

  applyRecord(record: Float64Array, seq: number): EngineEvent[] {
    this.sink.clear();
    apply(this.state, record, 0, seq, this.sink);
    const events: EngineEvent[] = [];
    for (let at = 0; at < this.sink.length; at += EVENT_WORDS) events.push(decodeEvent(this.sink.words, at));
    return events;
  }

  #check(command: Command, events: readonly EngineEvent[], fault: boolean): void {
    if (command.kind === CommandKind.ListSymbol && rejectedCode(events) === 0) this.specs[command.symbol] = decodeInstrument(command.spec);
    this.#count(command.kind, events);
    const outcome = execute(this.naive, this.seq, command, {
      orderId: idOfPlaced(command, events),
      betId: events.find((e) => e.kind === EventKind.BetPlaced)?.betId ?? 0,
      position: 'positionId' in command ? this.naive.positions.find((p) => p.id === command.positionId) : undefined,
      armed: events.flatMap((e) => (e.kind === EventKind.OrderArmed ? [e.orderId] : [])),
      placed: events.flatMap((e) => (e.kind === EventKind.OrderPlaced ? [e.orderId] : [])),
      work: {
        items: workItems(events, (id) => this.naive.positions.find((p) => p.id === id)?.positionSide ?? 0),
        held: heldScopes(this.state),
        crossing: crossingSymbols(this.state),
        inLine: handledInLine(this.state, events),
        numberOf: (scope) => this.#numberOf(scope),
        rounds: keptRounds(this.state),
        events: eventsOfWork(events),
        sliceEvents: this.state.meta[META_SLICE],
      },
    });
    this.#learnPositionIds(events);
    const { violations, differences } = this.report;
    violations.push(
      ...checkRefusal(command.kind, rejectedCode(events)),
      ...this.shadow.take(this.seq, events),
      ...this.bets.take(events),
      ...checkCommand(this.state, this.shadow, events, this.specs),
    );
    violations.push(...this.#interest.check(this.state, this.specs), ...checkLadders(this.state));
    differences.push(
      ...compareOutcome(events, this.naive, outcome),
      ...roundLines(events, this.naive, outcome),
      ...custodyLines(events, this.naive, outcome),
    );
    if (outcome.rejected === 0 && !outcome.repeated) this.#compareTouched(events);
    if (command.kind >= CommandKind.PendDeposit) this.#checkCustody();
    if (fault || this.seq % FULL_EVERY === 0) this.checkEverything();
    if (this.seq % FULL_EVERY === 0) this.checkEveryView();
  }

  /** After each of its commands: every number and figure, and I1 of what moved. */
  #checkCustody(): void {
    checkCustody(this.state, this.report.violations);
    checkLedger(this.state, this.report.violations);
    this.report.differences.push(...compareCustody(this.state, this.naive));
  }

  #count(kind: CommandKind, events: readonly EngineEvent[]): void {
    if (rejectedCode(events) === 0) {
      this.report.accepted += 1;
      this.report.kinds.add(kind);
    }
    for (const e of events) {
      const name = nameOfEvent(e);
      this.report.met[name] = (this.report.met[name] ?? 0) + 1;
      if (e.kind === EventKind.OrderFilled) this.report.fills += 1;
      if (e.kind === EventKind.LiquidationStarted) this.report.liquidations += 1;
    }
  }

  #numberOf({ account, symbol, positionSide }: Scope): number {
    if (symbol === -1) return account;
    const known = positionOf(this.naive, account, symbol, positionSide)?.slot ?? Number.MAX_SAFE_INTEGER;
    if (known !== Number.MAX_SAFE_INTEGER) return this.state.capacity.accounts + known;
    // Opened by this very command.
    const leg = positionViews(this.state, account).find((p) => p.symbol === symbol && p.positionSide === positionSide);
    return this.state.capacity.accounts + (leg?.slot ?? 0);
  }

  // A new position's id reaches the naive engine by the first event that names it.
  #learnPositionIds(events: readonly EngineEvent[]): void {
    for (const e of events) {
      if (e.kind !== EventKind.PositionChanged) continue;
      const p = positionOf(this.naive, e.account, e.symbol, e.positionSide);
      if (p === undefined || p.id === e.positionId) continue;
      p.id = e.positionId;
      p.slot = positionViews(this.state, e.account).find((view) => view.id === e.positionId)?.slot ?? p.slot;
    }
  }

  #compareTouched(events: readonly EngineEvent[]): void {
    const accounts = new Set(this.naive.touched);
    for (const e of events) if (e.account >= 0) accounts.add(e.account);
    if (accounts.size === 0) return;
    const resting = restingOrders(this.state, -1);
    for (const account of accounts)
      this.report.differences.push(
        ...compareAccount(this.state, this.naive, account, resting),
        ...comparePlay(this.state, this.naive, account),
      );
    this.report.differences.push(...compareCounterparty(this.state, this.naive), ...compareWaiting(this.state, this.naive));
  }

  checkEveryView(): void {
    const { differences } = this.report;
    differences.push(...checkFundingView(this.state, this.naive));
    for (const account of this.naive.accounts.keys())
      differences.push(...checkViews(this.state, this.naive, account), ...checkRiskViews(this.state, this.naive, account));
  }

  checkEverything(): void {
    const resting = restingOrders(this.state, -1);
    for (const account of this.naive.accounts.keys())
      this.report.differences.push(...compareAccount(this.state, this.naive, account, resting));
    this.report.differences.push(
      ...compareCounterparty(this.state, this.naive),
      ...checkCapacity(this.state, this.naive),
      ...compareRounds(this.state, this.naive),
      ...compareCustody(this.state, this.naive),
    );
    this.report.violations.push(
      ...selfCheck(this.state),
      ...checkAll(this.state, this.shadow, this.generator.accounts + 1, this.generator.feeds.length),
    );
  }
}

const names = new Map<number, string>(Object.entries(EventKind).map(([name, kind]) => [kind, name]));
const stages = new Map<number, string>(Object.entries(LiquidationStage).map(([name, stage]) => [stage, name]));

const results = new Map<number, string>(Object.entries(RoundResult).map(([name, result]) => [result, name]));
const voids = new Map<number, string>(Object.entries(VoidReason).flatMap(([name, reason]) => (reason === 0 ? [] : [[reason, name]])));

function nameOfEvent(e: EngineEvent): string {
  const name = names.get(e.kind) ?? String(e.kind);
  if (e.kind === EventKind.LiquidationStep) return `${name}.${stages.get(e.stage) ?? e.stage}`;
  if (e.kind === EventKind.OrderClosed && e.reason !== 0) return `${name}.${rejections.get(e.reason)?.name ?? e.reason}`;
  if (e.kind === EventKind.RoundSettled) return `${name}.${voids.get(e.voidReason) ?? results.get(e.result) ?? e.result}`;
  if (e.kind === EventKind.CommandRejected) return `${name}.${rejections.get(e.code)?.name ?? e.code}`;
  return name;
}

function idOfPlaced(command: Command, events: readonly EngineEvent[]): number {
  if (command.kind !== CommandKind.PlaceOrder && command.kind !== CommandKind.PlaceConditional) return 0;
  for (const e of events) if (e.kind === EventKind.OrderPlaced || e.kind === EventKind.OrderArmed) return e.orderId;
  return 0;
}

/** Runs `commands` of one seed, or up to the first fault found; then proves snapshot and replay (I10). */
export function simulate(seed: number, commands: number, profile: Profile = 'edges'): SimulationReport {
  const run = new Simulation(seed, profile);
  const records: Float64Array[] = [];
  let half = new Uint8Array(0);
  while (run.report.commands < commands && !run.failed) {
    records.push(run.step());
    if (records.length === commands >> 1) half = snapshotOf(run.state);
  }
  if (run.failed) return run.report;
  run.checkEverything();
  run.report.violations.push(...checkReplay(emptyState(seed, profile), run.state, records, half));
  return run.report;
}

function snapshotOf(state: EngineState): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(snapshotBytes(state));
  return bytes.slice(0, takeSnapshot(state, bytes));
}

// I10: hash(state) = hash(replay of all) = hash(snapshot + tail).
function checkReplay(replayed: EngineState, state: EngineState, records: readonly Float64Array[], half: Uint8Array): string[] {
  const broken: string[] = [];
  const expected = stateHash(state);
  replayInto(replayed, records, 0);
  if (stateHash(replayed) !== expected) broken.push(`I10 the replay of ${records.length} commands gives another state`);
  if (half.length === 0) return broken;
  const loaded = loadSnapshot(half);
  replayInto(loaded, records, records.length >> 1);
  if (stateHash(loaded) !== expected) broken.push(`I10 snapshot at ${records.length >> 1} and tail give another state`);
  return broken;
}

function replayInto(state: EngineState, records: readonly Float64Array[], from: number): void {
  const sink = new EventBuffer(256);
  for (let i = from; i < records.length; i++) {
    sink.clear();
    apply(state, records[i], 0, i + 1, sink);
  }
}
