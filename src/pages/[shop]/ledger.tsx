import { ShopLedger } from '@/features/ledger/shop-ledger';
import { definePage } from '@/shell/define-page';

export default definePage(ShopLedger, { titleKey: 'common:text-ledger', texts: ['ledger'] });
