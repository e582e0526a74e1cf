import type { FastifyInstance } from 'fastify';
import { fromMinor, toMinor } from '@/contract/core/money';
import * as actions from '@/contract/payments/actions';
import type { Breakdown, Rehearsal } from '@/contract/payments/rehearsal';
import type { Ctx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { parseId } from '@/server/core/numbers';
import type { StandInSettings } from '@/server/integrations/stand-in';
import {
  breakdownCommands,
  comparedSums,
  mending,
  payAttempt,
  placeDemoOrder,
  rehearsedAttempts,
} from './rehearse';

/** A silent acquirer speaks again after this. */
const silenceMs = 60_000;

const off: Rehearsal = { is_on: false, breakdown: null, until: null, taken: 0, booked: 0, attempts: [] };

/**
 * Rehearsal of a demo: an operator breaks the stand-in acquirer, pays as a buyer, and watches what the product makes of it.
 * A demo without a stand-in says that it is off, and other installations have no such routes.
 */
export function rehearsalRoutes(app: FastifyInstance, deps: RequestDeps & StandInSettings): void {
  const { standIn, demo } = deps;
  const api = router(app, deps);
  if (!standIn) {
    if (demo) api.on(actions.readRehearsal, async () => off);
    return;
  }
  let broken: { breakdown: Breakdown; until: Date | null } | null = null;
  let timer: NodeJS.Timeout | undefined;
  // A stand-in that was started anew knows nothing of what was booked before.
  let before = 0;
  const state = async (ctx: Ctx): Promise<Rehearsal> => {
    const isUntouched = standIn.movements().length === 0;
    const { taken, booked } = await comparedSums(ctx, standIn);
    if (isUntouched) before = booked;
    return {
      is_on: true,
      breakdown: broken?.breakdown ?? null,
      until: broken?.until?.toISOString() ?? null,
      taken,
      booked: fromMinor(toMinor(booked) - toMinor(before)),
      attempts: await rehearsedAttempts(ctx, standIn),
    };
  };
  const mend = async () => {
    clearTimeout(timer);
    broken = null;
    for (const command of mending) await standIn.control(command);
  };
  api.on(actions.readRehearsal, (ctx) => state(ctx));
  api.on(
    actions.breakAcquirer,
    async (ctx, { input }) => {
      const { breakdown } = input;
      await mend();
      if (breakdown !== null) {
        const isSilence = breakdown === 'silence';
        broken = { breakdown, until: isSilence ? new Date(ctx.now.getTime() + silenceMs) : null };
        for (const command of breakdownCommands[breakdown]) await standIn.control(command);
        if (isSilence) timer = setTimeout(() => void mend(), silenceMs).unref();
      }
      return state(ctx);
    },
    { write: false },
  );
  api.on(actions.placeDemoOrder, async (ctx) => {
    await placeDemoOrder(ctx);
    return state(ctx);
  });
  // No `write`: the webhook comes while this request is under way, and waits for nothing of it.
  api.on(
    actions.payAttempt,
    async (ctx, { params }) => {
      await payAttempt(ctx, standIn, parseId(params.key), broken?.breakdown === 'wrong-sum');
      return state(ctx);
    },
    { write: false },
  );
  app.addHook('onClose', async () => clearTimeout(timer));
}
