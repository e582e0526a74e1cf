import dynamic from 'next/dynamic';
import { shops } from '@/contract/shops';
import { resourcePage } from '@/crud/resource-page';
import { ShopsList } from '@/features/shops/shops-list';
import { ToShop } from '@/features/shops/to-shop';

const Form = dynamic(() => import('@/features/shops/form/form-part').then((module) => module.FormPart));

export default resourcePage(shops, { List: ShopsList, Form, Details: ToShop });
