import type { Selectable } from 'kysely';
import type { DB } from '@/server/core/db/types';
import { isCurrent, seal, unseal } from '@/server/core/rights/secrets';
import { openExchanges } from '@/server/integrations/outgoing/exchanges';
import { openAtol } from '@/server/integrations/registers/atol';
import type { CashRegister, RegisterAnswer } from '@/server/integrations/registers/cash-register';
import { openDemo } from '@/server/integrations/registers/demo';
import type { RegisterDeps } from '@/server/integrations/registers/open-registers';

export type StoredShopRegister = Selectable<DB['shop_registers']>;

/** Registers of shops, opened when something waits for them. */
export interface ShopRegisters {
  /** Undefined for a shop that has none. */
  open: (shopId: number) => Promise<CashRegister | undefined>;
}

/** A register of a shop must not keep the others waiting for long. */
const totalMs = 10_000;

/** Each stays open until it is changed, so that its token serves as long as the service says. */
export function openShopRegisters(deps: RegisterDeps): ShopRegisters {
  const opened = new Map<number, { version: number; register: CashRegister }>();
  return {
    async open(shopId) {
      const row = await deps.db
        .selectFrom('shop_registers')
        .selectAll()
        .where('shop_id', '=', shopId)
        .executeTakeFirst();
      if (!row) return undefined;
      const known = opened.get(shopId);
      if (known?.version === row.version) return known.register;
      const register = openShopRegister(deps, row);
      opened.set(shopId, { version: row.version, register });
      return register;
    },
  };
}

/** Answers as one that refuses the credentials when they cannot be read. */
export function openShopRegister(deps: RegisterDeps, row: StoredShopRegister): CashRegister {
  if (row.kind === 'demo')
    return deps.demo ? openDemo(row.shop_id) : closed('a demo register outside of a demo');
  const credentials = row.credentials && unseal(deps, row.credentials, placeOf(row));
  if (!credentials || row.group_code === null) return closed('SECRETS_KEY does not open the credentials');
  const { login, password } = JSON.parse(credentials) as Credentials;
  return openAtol(
    { login, password, group: row.group_code, url: deps.atolUrl },
    { totalMs, ...deps.patience, journal: openExchanges(deps) },
  );
}

export interface Credentials {
  login: string;
  password: string;
}

/** Sealed credentials open in the row of their shop only. */
const placeOf = ({ shop_id }: Pick<StoredShopRegister, 'shop_id'>) => `shop register ${shop_id}`;

export const sealCredentials = (
  deps: Pick<RegisterDeps, 'secretsKeys'>,
  shopId: number,
  { login, password }: Credentials,
): string | undefined => seal(deps, JSON.stringify({ login, password }), placeOf({ shop_id: shopId }));

/** Seals with the first key what an older one has sealed, so that the older one can be taken away. */
export async function resealCredentials(deps: Pick<RegisterDeps, 'db' | 'secretsKeys'>): Promise<void> {
  const rows = await deps.db
    .selectFrom('shop_registers')
    .select(['shop_id', 'credentials'])
    .where('credentials', 'is not', null)
    .orderBy('shop_id')
    .execute();
  for (const { shop_id, credentials } of rows) {
    if (credentials === null || isCurrent(deps, credentials)) continue;
    const text = unseal(deps, credentials, placeOf({ shop_id }));
    const sealed = text === undefined ? undefined : seal(deps, text, placeOf({ shop_id }));
    if (sealed === undefined) continue;
    // Not over credentials that the owner has saved meanwhile.
    await deps.db
      .updateTable('shop_registers')
      .set({ credentials: sealed })
      .where('shop_id', '=', shop_id)
      .where('credentials', '=', credentials)
      .execute();
  }
}

function closed(text: string): CashRegister {
  const answer = async (): Promise<RegisterAnswer> => ({
    kind: 'failed',
    failure: 'access',
    text,
    cause: 'access',
  });
  return {
    name: 'atol',
    paceMs: 0,
    send: answer,
    find: answer,
    read: answer,
    totals: null,
    parseCallback: null,
  };
}
