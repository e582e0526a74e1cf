import { tags } from '@/contract/catalogue/tags';
import { resourceService } from '@/server/core/resource/service';

export const tagsService = resourceService(tags, {
  table: 'tags',
  relations: { type: { column: 'type_id', table: 'groups' } },
  usedBy: [{ table: 'product_tag', column: 'tag_id', family: 'products', isLink: true }],
});
