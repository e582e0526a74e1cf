import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as actions from '@/contract/receipts/actions';
import type { RegisterBreakdown, RegisterRehearsal, RehearsedReceipt } from '@/contract/receipts/rehearsal';
import type { Ctx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import type { StandInSettings } from '@/server/integrations/stand-in';
import { wakeQueue } from '../wake-queue';

/** Commands of the stand-in (docs/receipts.md). */
const commandsOf: Record<RegisterBreakdown, readonly Record<string, unknown>[]> = {
  off: [{ do: 'trouble', kind: 'drop', chance: 1 }],
  late: [{ do: 'receipts', waits: 3, callback: 'none' }],
  'after-commit': [{ do: 'trouble', kind: 'fail-after', method: 'POST', path: 'sell', times: 3 }],
  hardware: [{ do: 'receipts', end: 'fail', type: 'driver', code: 68, text: 'No paper' }],
  refusal: [{ do: 'receipts', end: 'fail', type: 'driver', code: 16, text: 'Wrong sum' }],
};
const mending = [{ do: 'calm' }, { do: 'receipts' }];

const shown = 8;
const off: RegisterRehearsal = { is_on: false, breakdown: null, theirs: 0, ours: 0, receipts: [] };

/** Rehearsal of a demo: an operator breaks the stand-in cash register, and watches what becomes of receipts. */
export function registerRehearsalRoutes(app: FastifyInstance, deps: RequestDeps & StandInSettings): void {
  const { standInRegister, demo } = deps;
  const api = router(app, deps);
  if (!standInRegister) {
    if (demo) api.on(actions.registerRehearsal, async () => off);
    return;
  }
  let breakdown: RegisterBreakdown | null = null;
  const state = async (ctx: Ctx): Promise<RegisterRehearsal> => {
    const documents = (await standInRegister.control({ do: 'list' })) as {
      status: string;
      external_id: string;
    }[];
    const done = documents.filter(({ status }) => status === 'done');
    return {
      is_on: true,
      breakdown,
      theirs: done.length,
      ours: await countOf(
        ctx,
        done.map((one) => one.external_id),
      ),
      receipts: await latest(ctx),
    };
  };
  api.on(actions.registerRehearsal, (ctx) => state(ctx));
  // No `write`: the queue asks while this request is under way, and waits for nothing of it.
  api.on(
    actions.breakRegister,
    async (ctx, { input }) => {
      const before = breakdown;
      breakdown = input.breakdown;
      for (const command of mending) await standInRegister.control(command);
      for (const command of breakdown === null ? [] : commandsOf[breakdown])
        await standInRegister.control(command);
      if (before !== null && breakdown === null) await tryAtOnce(ctx);
      return state(ctx);
    },
    { write: false },
  );
}

/** Whoever mends the register does not wait for its next turn. */
async function tryAtOnce({ db, now }: Ctx): Promise<void> {
  await db.updateTable('cash_registers').set({ paused_until: null }).execute();
  await db
    .updateTable('receipts')
    .set({ next_ask_at: now })
    .where('state', 'in', ['waiting', 'asked', 'unknown'])
    .execute();
  await wakeQueue({ db });
}

async function countOf({ db }: Ctx, documents: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from receipts
    where state = 'done' and sent_as = any(${[...documents]}::text[])`.execute(db);
  return rows[0]?.count ?? 0;
}

async function latest({ db }: Ctx): Promise<RehearsedReceipt[]> {
  const { rows } = await sql<RehearsedReceipt>`
    select r.id, coalesce(o.short_number, o.tracking_number) as number, r.amount::float8 as amount, r.state, r.attempt,
      r.error_code as failure, r.document_number
    from receipts r join orders o on o.id = r.order_id
    where r.state <> 'excluded' order by r.id desc limit ${shown}`.execute(db);
  return rows;
}
