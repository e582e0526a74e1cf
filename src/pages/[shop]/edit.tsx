import { EditShop } from '@/features/shops/form/edit-shop';
import { definePage } from '@/shell/define-page';

export default definePage(EditShop, { titleKey: 'common:text-shop-settings' });
