-- Goods that cost nothing come back, too; only money without goods needs a sum.
alter table refunds drop constraint refunds_amount_check;
alter table refunds add constraint refunds_amount_check
  check (amount > 0 or amount = 0 and kind = 'goods' and origin = 'request') not valid;
alter table refunds validate constraint refunds_amount_check;
