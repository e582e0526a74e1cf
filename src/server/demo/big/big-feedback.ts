import { type RawBuilder, sql } from 'kysely';

interface Tools {
  /** Numbers of the new rows, as `i`. */
  numbers: (table: string, count: number) => RawBuilder<unknown>;
  moment: RawBuilder<unknown>;
}

/** Products and customers to which the new rows are assigned in turn. */
const places = sql`
    join (select id, shop_id, row_number() over (order by id) - 1 as place, count(*) over () as products from products)
      as thing on thing.place = i % thing.products
    join (select id, row_number() over (order by id) - 1 as place, count(*) over () as people from users
      where permissions = array['customer']) as person on person.place = i * 7 % person.people`;

/** Large numbers of reviews and questions (`big.ts`). */
export const bigFeedback = ({ numbers, moment }: Tools) => ({
  reviews: (count: number) => sql`
    insert into reviews (product_id, shop_id, user_id, rating, comment, created_at, updated_at)
    select thing.id, thing.shop_id, person.id, 1 + i % 5, 'Отзыв номер ' || i || ': вещь как на фото', ${moment}, ${moment}
    from ${numbers('reviews', count)} ${places}`,
  questions: (count: number) => sql`
    insert into questions (product_id, shop_id, user_id, question, answer, answered_at, created_at, updated_at)
    select thing.id, thing.shop_id, person.id, 'Вопрос номер ' || i || ': когда будет?',
      case when i % 4 <> 0 then 'Ответ номер ' || i end, case when i % 4 <> 0 then ${moment} end, ${moment}, ${moment}
    from ${numbers('questions', count)} ${places}`,
});
