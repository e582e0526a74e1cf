import { reconcilePayouts } from '@/server/modules/ledger/reconcile';
import { buildUser } from '../support/factories';
import { fileEverything, playBank, playFile, sendWaiting, takeClaims } from './banks';
import { at, nothingPlayed, type Played, type Player } from './played';
import { calmRegister, playRegister, registerEverything } from './register';
import { type ApiRequest, requests } from './requests';
import type { Step, Turn } from './steps';
import { playTransfer } from './transfers';
import { buildMore, type MoneyWorld } from './world';

/** Plays the turns, and then lets everything come to rest. */
export async function play(world: MoneyWorld, turns: readonly Turn[]): Promise<Played> {
  const played = nothingPlayed();
  for (const turn of turns) {
    await playStep(world, played, await playerOf(world, played, turn), turn);
    if (turn.do !== 'die' && (await world.restart())) played.deaths += 1;
    await noteUnsoundPayouts(world, played, turn);
  }
  await comeToRest(world, played);
  return played;
}

/** Approved = on the way + debited + returned, after every turn. */
async function noteUnsoundPayouts({ api }: MoneyWorld, { faults }: Played, turn: Turn): Promise<void> {
  const problems = await reconcilePayouts({ db: api.db, now: api.now() });
  faults.push(...problems.map((one) => `after ${JSON.stringify(turn)}: ${JSON.stringify(one)}`));
}

async function playerOf({ api, scene }: MoneyWorld, { players }: Played, { by = 0 }: Turn): Promise<Player> {
  const known = players.get(by);
  if (known) return known;
  const player = { buyer: by === 0 ? scene.customer : await buildUser(api.db), placed: 0 };
  players.set(by, player);
  return player;
}

async function playStep(world: MoneyWorld, played: Played, player: Player, step: Step): Promise<void> {
  const { fake } = world;
  switch (step.do) {
    case 'pay':
    case 'fail':
    case 'repeat':
    case 'cabinet':
      return playBank(world, played, player, step);
    case 'send':
    case 'bounce':
    case 'wire':
      return playTransfer(world, played, player, step);
    case 'file':
      return playFile(world, played, step);
    case 'wait':
      return world.advance(step.minutes * 60_000);
    case 'jobs':
      return world.runJobs();
    case 'die':
      return world.dieAfter(step.after, step.of ?? 'statements');
    case 'webhooks':
      played.bank.mode = step.mode;
      await world.register.fake.control(step);
      return void (await fake?.control(step));
    case 'release':
      await sendWaiting(world, played);
      await world.register.fake.control(step);
      return void (await fake?.control(step));
    case 'register-trouble':
    case 'documents':
    case 'credentials':
    case 'queue':
      return playRegister(world, step);
    case 'goods':
      world.products.push(...(await buildMore(world, step.count)));
      return;
    case 'rate': {
      const { id } = at(world.products, step.product) ?? { id: 0 };
      return void (await world.api.db
        .updateTable('products')
        .set({ vat_rate: step.to })
        .where('id', '=', id)
        .execute());
    }
    case 'trouble':
    case 'refunds':
    case 'settle':
      return void (await fake?.control(step));
    case 'many':
      return playOften(world, played, player, step);
    case 'together':
      await Promise.all(step.steps.map((one) => playStep(world, played, player, one)));
      return;
    default:
      return playRequest(world, played, player, step);
  }
}

/** Somebody presses a button often. */
async function playOften(
  world: MoneyWorld,
  played: Played,
  player: Player,
  { times, step }: Extract<Step, { do: 'many' }>,
): Promise<void> {
  const asked = isAsking(step) ? await askedOf(world, player, step) : undefined;
  if (asked) {
    const answers = await Promise.all(Array.from({ length: times }, () => ask(world, asked)));
    for (const answer of answers) note(world, played, step, answer);
  } else await playStep(world, played, player, step);
}

type AskingStep = Extract<Step, { do: keyof typeof requests }>;

const isAsking = (step: Step): step is AskingStep => Object.hasOwn(requests, step.do);

function askedOf(world: MoneyWorld, player: Player, step: AskingStep) {
  const make = requests[step.do] as (
    world: MoneyWorld,
    player: Player,
    step: AskingStep,
  ) => Promise<ApiRequest | undefined> | ApiRequest | undefined;
  return make(world, player, step);
}

async function ask(world: MoneyWorld, { user, method, path, body, headers }: ApiRequest) {
  // Below an account's limit of orders.
  if (path === 'orders') await world.api.db.deleteFrom('rate_limits').execute();
  return world.request(user, method, path, body, headers);
}

async function playRequest(
  world: MoneyWorld,
  played: Played,
  player: Player,
  step: AskingStep,
): Promise<void> {
  const asked = await askedOf(world, player, step);
  if (!asked) return;
  const answer = await ask(world, asked);
  // A buyer whose request had no answer sends it again, with its key.
  const isAgain = step.do === 'place' && answer.status >= 500 && (await world.restart());
  if (isAgain) played.deaths += 1;
  note(world, played, step, isAgain ? await ask(world, asked) : answer);
  if (step.do === 'task') await takeClaims(world, played);
  const { approval } = answer.body as { approval?: { id: number; hash: string } };
  if (step.do !== 'word' || !step.isConfirmed || !approval) return;
  const { id, hash } = approval;
  const path = `approvals/${id}/confirm`;
  const confirmed = await ask(world, { user: world.second, method: 'POST', path, body: { hash } });
  note(world, played, step, confirmed);
}

/** The API may refuse a step, and a dead process fails; anything else that fails is a fault. */
function note(
  { isDead, count }: MoneyWorld,
  played: Played,
  step: Step,
  { status, body }: { status: number; body: unknown },
): void {
  count(`${step.do} ${status}`);
  if (status >= 500 && !isDead())
    played.faults.push(`${JSON.stringify(step)}: ${status} ${JSON.stringify(body)}`);
}

const minute = 60_000;
/** Until the last deadline of holds, links and repeats has passed. */
const pauses = [1, 2, 5, 30, 60, 180, 720, 1440, 1440, 2880, 5760, 5760].map((minutes) => minutes * minute);

async function comeToRest(world: MoneyWorld, played: Played): Promise<void> {
  await world.restart();
  const { fake } = world;
  for (const command of ['calm', 'webhooks', 'release', 'refunds', 'settle', 'delivered'])
    await fake?.control({ do: command });
  await calmRegister(world);
  await takeClaims(world, played);
  for (const pause of pauses) {
    await sendWaiting(world, played);
    await world.advance(pause);
    await fake?.control({ do: 'settle' });
    await world.runJobs();
  }
  if (played.hasFiles) {
    await fileEverything(world, played);
    await world.runJobs();
  }
  await registerEverything(world);
}
