import { sql } from 'kysely';
import type { WalletLine } from '@/contract/accounts/users/schema';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { Page } from '@/contract/core/paging';
import { worthOfPoints } from '@/contract/orders/money';
import { audit } from '@/server/core/audit';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { pointsPerRouble, settingsOptions } from '@/server/core/settings';
import { pointsGiven } from '@/server/modules/ledger/entries';
import { loadBalance, postEntries } from '@/server/modules/ledger/ledger';
import { defineGuarded, holdsInTeam } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { assertUser, describePerson, lockUserRow } from './lock-user-row';

/** History of a user's points, latest first. Throws NOT_FOUND for another user, unless an administrator asks. */
export async function listWalletLines(
  ctx: UserCtx,
  key: string,
  query: JsonRecord,
): Promise<Page<JsonRecord>> {
  const id = parseId(key);
  if (id !== ctx.user.id && !isAdmin(ctx)) throw new AppError('NOT_FOUND');
  await assertUser(ctx, id);
  const rules = listRules(`users/${id}/wallet`);
  const list = checkList(rules, query, ctx);
  const lines = ctx.db
    .selectFrom('ledger_lines')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_lines.account_id')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'ledger_lines.entry_id')
    .leftJoin('users', 'users.id', 'ledger_entries.user_id')
    .where('ledger_accounts.kind', '=', 'wallet')
    .where('ledger_accounts.user_id', '=', id);
  const { total } = await lines.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await lines
    .select(['ledger_lines.id', 'ledger_lines.amount', 'ledger_lines.balance', 'users.name'])
    .select(['at', 'ledger_entries.kind', 'reason', 'family', 'row_id', 'ledger_entries.user_id'])
    .orderBy('ledger_lines.id', 'desc')
    .limit(list.limit)
    .offset((list.page - 1) * list.limit)
    .execute();
  const data = rows.map(({ amount, balance, name, user_id, at, ...line }): WalletLine => {
    const author = user_id === null || name === null ? null : { id: user_id, name };
    return { ...line, at: at.toISOString(), points: amount, balance: balance ?? 0, user: author };
  });
  return wrapPage(rules, list, query, { data: data.map((line) => ({ ...line })), total });
}

interface Gift extends JsonRecord {
  customer_id: number;
  points: number;
}

/** Points pay orders, so from the sum of refunds up they are money that a second person gives. */
const gift = defineGuarded<Gift>({
  kind: 'points',
  family: 'users',
  right: 'finance:decide',
  mayPrepare: (ctx) => holdsInTeam(ctx, 'finance:write'),
  async describe(ctx, { customer_id, points }) {
    const { name, person } = await describePerson(ctx, customer_id);
    const ratio = pointsPerRouble(await settingsOptions(ctx));
    const balance = fromMinor(await loadBalance(ctx, { kind: 'wallet', userId: customer_id }));
    return {
      title: name,
      facts: [
        // Points are given to buyers.
        { ...person, isPersonal: true },
        { key: 'points', kind: 'text', after: points },
        { key: 'worth', kind: 'money', after: fromMinor(worthOfPoints(points, ratio)) },
        { key: 'points_balance', kind: 'text', before: balance, after: balance + points },
      ],
    };
  },
  run: async (ctx, content) => {
    await addPoints(ctx, content);
    return { id: content.customer_id };
  },
});

/** Credits a customer with whole points; the schema requires more than zero. */
export async function addPoints(
  ctx: UserCtx,
  { customer_id: id, points }: Pick<Gift, 'customer_id' | 'points'>,
) {
  await lockUserRow(ctx, id);
  const sum = points / pointsPerRouble(await settingsOptions(ctx));
  const content = { customer_id: id, points };
  const countedWith = { giver: ctx.user.id, customer: id };
  await requireSecondPerson(ctx, gift, { id, content, sum, countedWith });
  await postEntries(ctx, pointsGiven('points', { family: 'users', rowId: id }, id, toMinor(points)));
  await audit(ctx, { family: 'users', id, action: 'points', changes: { points: [null, points] } });
}
