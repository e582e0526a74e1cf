import { shippings } from '@/contract/settings/shippings';
import { resourcePage } from '@/crud/resource-page';
import { lazy } from '@/shell/define-page';

const Form = lazy(() => import('@/features/settings/shipping-form'), 'ShippingForm');

export default resourcePage(shippings, { Form });
