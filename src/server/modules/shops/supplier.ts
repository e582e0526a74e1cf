import { sql } from 'kysely';

/** Condition on `shops`: receipts can name the shop as supplier of its goods, by ИНН, name and phone. */
export const supplierCondition = `(coalesce(requisites ->> 'inn', '') <> ''
  and coalesce(requisites ->> 'legal_name', '') <> '' and coalesce(settings ->> 'contact', '') <> '')`;

export const namesSupplier = sql.raw<boolean>(supplierCondition);
