-- online
-- The payment provider of a clearing account.
alter table ledger_accounts add column if not exists provider text;
drop index concurrently if exists ledger_accounts_owner_key;
create unique index concurrently ledger_accounts_owner_key on ledger_accounts (kind, shop_id, user_id, provider)
  nulls not distinct;
drop index concurrently if exists ledger_days_account;
create index concurrently ledger_days_account on ledger_days (account_id, day, kind);
