import { shops } from '@/contract/shops';
import { resourcePage } from '@/crud/resource-page';
import { ShopsList } from '@/features/shops/shops-list';
import { ToShop } from '@/features/shops/to-shop';
import { lazy } from '@/shell/define-page';

const Form = lazy(() => import('@/features/shops/form/form-part'), 'FormPart');

export default resourcePage(shops, { List: ShopsList, Form, Details: ToShop });
