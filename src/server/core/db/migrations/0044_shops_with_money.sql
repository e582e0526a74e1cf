-- Accounts of shops on which something stands or is owed: they keep a shop from being removed.
create view shops_with_money as
  select id, shop_id from ledger_accounts where kind in ('shop', 'shop_on_hold') and balance <> 0;
