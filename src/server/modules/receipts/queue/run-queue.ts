import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { WorkQueue } from '@/server/core/work-queue';
import type { CashRegister, RegisterAnswer } from '@/server/integrations/registers/cash-register';
import { askRegister, nextReceipt, type QueueDeps } from './ask-register';
import { ownLanes, type RegisterQueue, shopLane } from './lane';
import { noteRegister } from './note-register';
import type { ShopRegisters } from './open-shop-registers';
import { takeRegister } from './register-lease';

/** Sends what waits, and asks about what is not registered yet, for each register in its own pace. */
export async function runQueue(
  deps: QueueDeps,
  registers: readonly CashRegister[],
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(ownLanes(registers).map((lane) => runLane(deps, lane, { signal })));
}

/** Shops at the same time, and documents of one of them before the others have their turn. */
const shopsAtOnce = 8;
const documentsOfTurn = 20;
const shopsOfRun = 500;

/**
 * The same for registers of shops. Each has a turn, which ends when its register does not answer, so that it keeps nobody
 * else waiting (rules/receipts: a shop has a register of its own).
 */
export async function runShopQueues(
  deps: QueueDeps,
  registers: ShopRegisters,
  signal: AbortSignal,
): Promise<void> {
  const slots = new WorkQueue({ slots: shopsAtOnce, maxWaiting: 0 });
  const turns = (await dueShops(deps)).map((shopId) =>
    slots.run(
      async () => {
        const register = signal.aborted ? undefined : await registers.open(shopId);
        if (register) await runLane(deps, shopLane(shopId, register), { signal, most: documentsOfTurn });
      },
      { isPatient: true },
    ),
  );
  await Promise.all(turns);
}

async function dueShops({ db, now }: QueueDeps): Promise<number[]> {
  const { rows } = await sql<{ shop_id: number }>`select r.shop_id from receipts r
    left join cash_registers c on c.name = 'shop-' || r.shop_id
    where r.shop_id is not null and r.next_ask_at <= ${now()} and coalesce(c.paused_until <= ${now()}, true)
    group by r.shop_id order by min(r.next_ask_at) limit ${sql.lit(shopsOfRun)}`.execute(db);
  return rows.map(({ shop_id }) => shop_id);
}

async function runLane(
  deps: QueueDeps,
  lane: RegisterQueue,
  { signal, most = Infinity }: { signal: AbortSignal; most?: number },
): Promise<void> {
  const { pause = wait } = deps.patience ?? {};
  const lease = await takeRegister(deps, lane.key);
  if (!lease) return;
  try {
    for (let asked = 0; asked < most && !signal.aborted && (await lease.renew()); asked += 1) {
      const receipt = await nextReceipt(deps, lane);
      if (!receipt) return;
      const answer = await askRegister(deps, lane, receipt);
      if (answer && !(await noteRegister(deps, lane.key, answer))) return;
      if (lane.shopId !== null && isSilent(answer)) return;
      if (answer) await pause(lane.register.paceMs);
    }
  } finally {
    await lease.end();
  }
}

const isSilent = (answer: RegisterAnswer | undefined): boolean =>
  answer?.kind === 'unknown' || (answer?.kind === 'failed' && answer.failure === 'silent');
