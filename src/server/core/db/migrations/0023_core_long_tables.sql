-- The day in which a list goes on after `before` rows, and how many rows the days before it have. Days are passed over one by
-- one, because a page is seldom far from its beginning.
create function list_start(list text, before integer, is_down boolean, out day date, out passed integer)
language plpgsql stable as $$
declare
  line record;
  reached integer := 0;
begin
  for line in execute format('select day, amount from daily_row_counts where family = $1 order by day %s',
    case when is_down then 'desc' else 'asc' end) using list
  loop
    if line.day is distinct from day then
      exit when reached > before;
      day := line.day;
      passed := reached;
    end if;
    reached := reached + line.amount;
  end loop;
end $$;

-- Whatever may be deleted for good is looked for in each table that refers to it.
create index stock_movements_variation on stock_movements (variation_id) where variation_id is not null;
create index order_lines_file on order_lines (digital_file_id) where digital_file_id is not null;
create index ordered_files_file on ordered_files (digital_file_id);
create index products_type on products (type_id);
create index attribute_values_attribute on attribute_values (attribute_id);
create index categories_type on categories (type_id);
create index categories_parent on categories (parent_id);
create index tags_type on tags (type_id);
create index reviews_product on reviews (product_id);
create index questions_product on questions (product_id);
create index product_reviews_product on product_reviews (product_id);
create index bulk_operation_rows_product on bulk_operation_rows (product_id);
create index product_import_files_file on product_import_files (attachment_id);
create index refunds_policy on refunds (refund_policy_id) where refund_policy_id is not null;
create index refunds_reason on refunds (refund_reason_id) where refund_reason_id is not null;
create index coupon_usages_coupon on coupon_usages (coupon_id);
create index orders_coupon_usage on orders (coupon_usage_id) where coupon_usage_id is not null;
create index flash_sale_requests_sale on flash_sale_requests (flash_sale_id);
create index flash_sale_consents_sale on flash_sale_consents (flash_sale_id);
create index flash_sale_consents_request on flash_sale_consents (request_id);
