-- 0 % is a rate, such as that of exports.
alter table taxes drop constraint taxes_rate_check;
alter table taxes add constraint taxes_rate_check check (rate >= 0 and rate <= 100) not valid;
alter table taxes validate constraint taxes_rate_check;
