import { sql } from 'kysely';
import { ownValue } from '@/contract/core/own-value';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { loadName } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { seesContacts } from '@/server/core/rights/contacts';
import { defineGuarded } from '@/server/modules/settings/approvals/registry';
import { hashAction, requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { needsSecond } from '@/server/modules/settings/approvals/rules';
import { noteView } from './views';

/** Columns by which a list is a list of contacts; the list of people is one with any column. */
const contactColumns: Record<string, readonly string[] | 'any'> = {
  users: 'any',
  orders: ['customer_contact', 'customer_email'],
  refunds: ['customer_email'],
  'contact-messages': ['email'],
  'newsletter-subscribers': ['email'],
};

interface Content extends JsonRecord {
  by: number;
  family: string;
  query: JsonRecord;
}

/** Contacts taken out of the panel as a file. */
const takingOut = defineGuarded<Content>({
  kind: 'export',
  family: 'users',
  right: 'customers:write',
  // What the list shows is asked when the file is taken.
  mayPrepare: isAdmin,
  async describe(ctx, { by, family, query }) {
    const name = await loadName(ctx, 'users', by);
    const isPart = Object.keys(query).some((key) => key !== 'columns');
    return {
      title: name,
      facts: [
        { key: 'list', kind: 'text', after: family },
        { key: 'rows', kind: 'text', after: isPart ? 'part' : 'whole' },
      ],
    };
  },
  // The file is made when its preparer takes it: contacts are not kept in a request.
  run: async (ctx, content) => {
    await requireSecondPerson(ctx, takingOut, { id: content.by, content });
    return { is_taken: false };
  },
});

/** Hours in which a confirmed file may be taken. */
const hours = 24;

/** Keys of a query that do not say which rows and columns a file has. */
const besides = ['page', 'limit', 'language', 'orderBy', 'sortedBy'];

/**
 * Before a list with contacts leaves as a file: a second person has allowed exactly this one, once (rules/accounts: contacts
 * leave with two persons). Shops take out their own orders. Keeps who took what.
 */
export async function assertTakingOut(
  ctx: UserCtx,
  list: { name: string },
  query: JsonRecord,
): Promise<void> {
  if (!isAdmin(ctx) || !seesContacts(ctx) || !hasContacts(list.name, query.columns)) return;
  const filled = Object.entries(query).filter(([key, value]) => value !== '' && !besides.includes(key));
  const content = { by: ctx.user.id, family: list.name, query: Object.fromEntries(filled) };
  if (!(await takeAllowance(ctx, content)))
    await requireSecondPerson(ctx, takingOut, { id: content.by, content });
  await noteView(ctx, { kind: 'export', family: list.name, rowId: null, subjectId: null });
}

/** Whether a file of these columns, separated by commas, is a list of contacts; without any it has all that the list has. */
export function hasContacts(family: string, columns: unknown): boolean {
  const own = ownValue(contactColumns, family);
  if (!own || own === 'any') return own === 'any';
  const asked = typeof columns === 'string' && columns !== '' ? columns.split(',') : own;
  return asked.some((key) => own.includes(key));
}

async function takeAllowance(ctx: UserCtx, content: Content): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - hours * 3600_000);
  const { rows } = await sql`update approvals set result = '{"is_taken": true}'
    where id = (select id from approvals where kind = 'export' and prepared_by = ${content.by} and state = 'confirmed'
      and hash = ${hashAction(takingOut, { id: content.by, content })} and decided_at > ${since}
      and result @> '{"is_taken": false}' order by id limit 1 for update) returning id`.execute(ctx.db);
  return rows.length > 0;
}

/**
 * For a file that nobody takes at that moment, such as that of a report: whether it hides contacts, because no second person
 * has confirmed them. Throws SECOND_PERSON_REQUIRED for the list of people.
 */
export async function hidesInFile(ctx: UserCtx, list: { name: string }): Promise<boolean> {
  const columns = ownValue(contactColumns, list.name);
  if (!isAdmin(ctx) || !columns || !(await needsSecond(ctx, takingOut))) return false;
  if (columns === 'any') throw new AppError('SECOND_PERSON_REQUIRED');
  return true;
}
