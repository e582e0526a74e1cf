-- Shops are found by ИНН, and an approval asks which other shops have the same ИНН or bank account.
create index shops_inn on shops ((requisites ->> 'inn') text_pattern_ops)
  where deleted_at is null and requisites is not null;
create index shops_account on shops ((requisites ->> 'account'), (requisites ->> 'bic'))
  where deleted_at is null and requisites is not null;
