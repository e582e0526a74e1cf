import { EditShop } from '@/features/shops/edit-shop';

export default function EditShopPage() {
  return <EditShop />;
}

EditShopPage.titleKey = 'common:text-shop-settings';
