import { categories } from '@/contract/catalogue/categories';
import { resourcePage } from '@/crud/resource-page';
import { CategoriesList } from '@/features/catalogue/categories/categories-list';
import { lazy } from '@/shell/define-page';

const Form = lazy(() => import('@/features/catalogue/categories/category-form'), 'CategoryForm');

export default resourcePage(categories, { List: CategoriesList, Form, texts: ['form'] });
