import type { FastifyInstance, FastifyReply } from 'fastify';
import * as actions from '@/contract/payments/actions';
import type { Ctx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';
import { router } from '@/server/core/http/route';
import { consume, identifyRequester } from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import { loadWords } from '@/server/core/words';
import { htmlText } from '@/server/integrations/mail/html';
import type { StandInSettings } from '@/server/integrations/stand-in';
import type { Attempt } from '@/server/modules/orders/payments/attempts';
import { simulateBank } from '@/server/modules/orders/payments/change-gateway';
import { returnLink } from '../attempts/return-link';

/**
 * The bank of a demo, where its buyers pay: a page that stands in for a foreign one, so it is no page of the panel. Whoever
 * knows the number of a payment may pay it, as at a real bank. Other installations have no such routes.
 */
export function bankRoutes(app: FastifyInstance, deps: RequestDeps & StandInSettings): void {
  if (!deps.demo) return;
  const api = router(app, deps);
  api.on(
    actions.openBankPage,
    async (ctx, { params, reply }) => {
      const attempt = await findPlayed(ctx, params.payment, deps);
      return sendHtml(reply, await bankPage(ctx, attempt, await returnLink(deps, returning(attempt))));
    },
    { before: limit },
  );
  // No `write`: the webhook of a stand-in comes while this request is under way.
  api.on(
    actions.answerAtBank,
    async (ctx, { params, reply }) => {
      const attempt = await findPlayed(ctx, params.payment, deps);
      if (isPayable(attempt)) await pay(ctx, attempt, deps);
      return reply.redirect(await returnLink(deps, returning(attempt)), 303);
    },
    { before: limit, write: false },
  );
}

async function limit(ctx: Ctx): Promise<void> {
  await consume(ctx, { key: `bank-page:${identifyRequester(ctx)}`, hits: 120, minutes: 1 });
}

/** A payment of the demo's own bank, or of the stand-in acquirer of its rehearsal. Throws NOT_FOUND. */
async function findPlayed(ctx: Ctx, paymentId: string, { standIn }: StandInSettings): Promise<Attempt> {
  const played = ['manual', ...(standIn ? [standIn.provider] : [])];
  return ctx.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('provider', 'in', played)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

const isPayable = ({ state, is_open }: Attempt) => state === 'pending' && is_open;

/** One place to come back to, however often the buyer pays. */
const returning = (attempt: Attempt): Attempt => ({ ...attempt, key: attempt.key ?? attempt.payment_id });

async function pay(ctx: Ctx, { provider, payment_id }: Attempt, { standIn }: StandInSettings): Promise<void> {
  const id = String(payment_id);
  if (provider === 'manual')
    await inTransaction(ctx, (inside) => simulateBank(inside, id, { status: 'success' }));
  else await standIn?.control({ do: 'pay', id });
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
}

/** Without a script or the panel's looks. */
async function bankPage({ locale }: Ctx, attempt: Attempt, back: string): Promise<string> {
  const words = await loadWords(locale, 'payments');
  const word = (key: string) => htmlText(words(`payments.bank.${key}`));
  const sum = new Intl.NumberFormat(locale, { style: 'currency', currency: 'RUB' }).format(attempt.amount);
  const form = `<form method="post"><button>${word('pay')} ${htmlText(sum)}</button></form>`;
  const direction = locale === 'ar' ? 'rtl' : 'ltr';
  return `<!doctype html><html lang="${htmlText(locale)}" dir="${direction}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${word('title')}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1rem}
button{font:inherit;font-weight:600;width:100%;padding:.75rem;border:0;border-radius:9px;background:#2f5bea;color:#fff}</style>
<h1>${word('title')}</h1><p>${word('text')}</p>
${isPayable(attempt) ? form : `<p>${word('over')}</p>`}
<p><a href="${htmlText(back)}">${word('back')}</a></p></html>`;
}
