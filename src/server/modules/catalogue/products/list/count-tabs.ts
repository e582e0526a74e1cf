import { products } from '@/contract/catalogue/products';
import { productTabs } from '@/contract/catalogue/products/tabs';
import { tabCountLimit } from '@/contract/core/paging';
import { type Ctx, isAdmin } from '@/server/core/context';
import { countByDays } from '@/server/core/db/daily-row-counts';
import { countUpTo } from '@/server/core/db/row-counts';
import { countAsMeant } from '@/server/core/db/search';
import * as engine from '@/server/core/db/tab-counts';
import type { JsonRecord } from '@/server/core/json-record';
import { selectMatching } from '@/server/core/resource/list';
import { asksForAll, checkList } from '@/server/core/resource/list-query';
import { productOptions } from './product-options';

/** `GET products/counts`: each count stops at `tabCountLimit` + 1; all products of the marketplace are counted by days. */
export async function countTabs(ctx: Ctx, query: JsonRecord): Promise<Record<string, number>> {
  return engine.countTabs(ctx, productTabs, query, (search) => {
    const asked = checkList(products, search);
    if (isAdmin(ctx) && asksForAll(asked)) return countByDays('products');
    return countAsMeant(products, asked, (read) =>
      countUpTo(selectMatching(products, productOptions, ctx, read), tabCountLimit),
    );
  });
}
