import dynamic from 'next/dynamic';
import { refundsInShop } from '@/contract/refunds';
import { resourcePage } from '@/crud/resource-page';
import { RefundList } from '@/features/refunds/refund-list';

const Details = dynamic(() =>
  import('@/features/refunds/refund-details').then((module) => module.RefundDetails),
);

export default resourcePage(refundsInShop, { List: RefundList, Details });
