import pg from 'pg';
import type { Finding } from '@/server/core/doctor';
import type { Env } from '@/server/core/env';
import type { AcquirerSettings } from '@/server/integrations/acquirer-settings';
import { openAtol } from '@/server/integrations/registers/atol';
import { openYookassaRegister } from '@/server/integrations/registers/yookassa';
import { supplierCondition } from '@/server/modules/shops/supplier';
import { checkRegister } from '../shop-registers/check-register';

const patience = { journal: async () => {}, pause: async () => {}, totalMs: 5000 };

/** Asks each cash register for a document that it does not have: whether it answers, and takes the credentials. */
export async function examineRegisters({ atol, yookassa }: AcquirerSettings): Promise<Finding[]> {
  const registers = [
    ...(atol ? [openAtol(atol, patience)] : []),
    ...(yookassa?.receipts ? [openYookassaRegister(yookassa, { ...patience, now: () => new Date() })] : []),
  ];
  return Promise.all(
    registers.map(async (register): Promise<Finding> => {
      const { name } = register;
      const { state, text } = await checkRegister(register);
      if (state === 'access')
        return {
          state: 'fault',
          text: `Cash register ${name} refuses the credentials (${text}): check its keys.`,
        };
      return state === 'silent'
        ? { state: 'warning', text: `Cash register ${name} does not answer (${text}).` }
        : { state: 'ok', text: `Receipts: ${name}` };
    }),
  );
}

interface ReceiptFacts {
  from: string | null;
  inn: string | null;
  tax_system: string | null;
  nameless: number;
}

/** What receipts by 54-FZ need besides a register: the day, the seller, and suppliers that can be named. */
export async function examineReceipts({ atol, yookassa, databaseUrl }: Env): Promise<Finding[]> {
  const hasRegister = Boolean(atol ?? yookassa?.receipts);
  const facts = databaseUrl ? await readFacts(databaseUrl) : undefined;
  // The embedded database belongs to the running server; and what a database lacks its own check says.
  if (!facts) return hasRegister ? [] : [lacking('no cash register: set ATOL_LOGIN or YOOKASSA_RECEIPTS')];
  if (facts.from === null)
    return [lacking('none are issued: choose the day in the settings of payments, if 54-FZ asks for them')];
  return [
    ...(hasRegister
      ? []
      : [lacking('they wait, because there is no cash register: set ATOL_LOGIN or YOOKASSA_RECEIPTS')]),
    ...(facts.inn ? [] : [lacking('the company has no INN')]),
    ...(facts.tax_system ? [] : [lacking('the company has no tax system')]),
    ...(facts.nameless === 0
      ? []
      : [
          lacking(
            `${facts.nameless} open shops cannot be named as suppliers: INN, legal name or phone is missing`,
          ),
        ]),
  ];
}

const lacking = (what: string): Finding => ({ state: 'warning', text: `Receipts: ${what}.` });

async function readFacts(connectionString: string): Promise<ReceiptFacts | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patience.totalMs });
  try {
    await client.connect();
    const { rows } = await client.query<ReceiptFacts>(`select options ->> 'receiptsFrom' as "from",
      nullif(options -> 'companyRequisites' ->> 'inn', '') as inn,
      nullif(options -> 'companyRequisites' ->> 'tax_system', '') as tax_system,
      (select count(*)::int from shops where deleted_at is null and is_active and not ${supplierCondition}) as nameless
      from settings limit 1`);
    return rows[0];
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
