import dynamic from 'next/dynamic';
import { categories } from '@/contract/catalogue/categories';
import { resourcePage } from '@/crud/resource-page';
import { CategoriesList } from '@/features/catalogue/categories/categories-list';

const Form = dynamic(() =>
  import('@/features/catalogue/categories/category-form').then((module) => module.CategoryForm),
);

export default resourcePage(categories, { List: CategoriesList, Form });
