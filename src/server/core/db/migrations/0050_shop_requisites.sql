-- online
-- Shops are found by ИНН, and an approval asks which other shops have the same ИНН or bank account.
drop index concurrently if exists shops_inn;
create index concurrently shops_inn on shops ((requisites ->> 'inn') text_pattern_ops)
  where deleted_at is null and requisites is not null;
drop index concurrently if exists shops_account;
create index concurrently shops_account on shops ((requisites ->> 'account'), (requisites ->> 'bic'))
  where deleted_at is null and requisites is not null;
