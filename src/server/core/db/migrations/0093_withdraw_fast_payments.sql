-- Phone and bank of the fast payment system that the owner had named when the money was asked for, beside the requisites.
alter table withdraws add column fast_payments jsonb;
update withdraws w set fast_payments = u.fast_payments
  from shops s join users u on u.id = s.owner_id where s.id = w.shop_id and u.fast_payments <> '{}';
