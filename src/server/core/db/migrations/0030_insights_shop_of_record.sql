-- The shop of a logged record. PL/pgSQL keeps the plan of the one query that a family needs; as a function of SQL all of
-- them were planned with every entry of the log, which took 0.6 ms.
create or replace function shop_of_record(family text, row_id bigint) returns bigint language plpgsql stable as $$
begin
  case family
    when 'shops' then return row_id;
    when 'products' then return (select shop_id from products where id = row_id);
    when 'orders' then return (select shop_id from orders where id = row_id);
    when 'staffs' then return (select shop_id from users where id = row_id);
    when 'withdraws' then return (select shop_id from withdraws where id = row_id);
    when 'coupons' then return (select shop_id from coupons where id = row_id);
    when 'attributes' then return (select shop_id from attributes where id = row_id);
    when 'authors' then return (select shop_id from authors where id = row_id);
    when 'manufacturers' then return (select shop_id from manufacturers where id = row_id);
    when 'faqs' then return (select shop_id from faqs where id = row_id);
    when 'terms-and-conditions' then return (select shop_id from terms_and_conditions where id = row_id);
    when 'refund-policies' then return (select shop_id from refund_policies where id = row_id);
    when 'review-banners' then return (select shop_id from review_banners where id = row_id);
    when 'advertising-banners' then return (select shop_id from advertising_banners where id = row_id);
    when 'product-reviews' then return (select shop_id from product_reviews where id = row_id);
    when 'product-imports' then return (select shop_id from product_imports where id = row_id);
    when 'ownership-transfers' then return (select shop_id from ownership_transfers where id = row_id);
    when 'flash-sale-requests' then return (select shop_id from flash_sale_requests where id = row_id);
    when 'conversations' then return (select shop_id from conversations where id = row_id);
    when 'reviews' then return (select shop_id from reviews where id = row_id);
    when 'questions' then return (select shop_id from questions where id = row_id);
    else return null;
  end case;
end $$;
