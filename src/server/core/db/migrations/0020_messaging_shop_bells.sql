-- That a shop opened or closed is a kind of notification of its own; until now such lines were of the kind `product`.
alter table notify_logs drop constraint notify_logs_notify_type_check;
alter table notify_logs add constraint notify_logs_notify_type_check check (notify_type in ('order', 'message',
  'store_notice', 'refund', 'withdraw', 'shop', 'product', 'review', 'question'));
update notify_logs set notify_type = 'shop', subject_id = shop_id
  where notify_type = 'product' and notify_event in ('opened', 'closed');
-- Who did not want to hear of both until now hears of neither.
update notification_preferences set muted = muted || 'shop'::text where 'product' = any(muted);
update settings set options = jsonb_set(options, '{pushNotification,all,shop}', 'false')
  where options #> '{pushNotification,all,product}' = 'false';
