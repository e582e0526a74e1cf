import { EditShop } from '@/features/shops/form/edit-shop';

export default function EditShopPage() {
  return <EditShop />;
}

EditShopPage.titleKey = 'common:text-shop-settings';
