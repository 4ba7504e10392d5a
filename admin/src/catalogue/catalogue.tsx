import '../styles/goods.css';
import '../styles/sheets.css';
import '../styles/shop.css';
import '../styles/editor.css';
import '../styles/assortment.css';
import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { AttributePage } from '../assortment/attribute-page.tsx';
import { AttributesList } from '../assortment/attributes-list.tsx';
import { BrandPage } from '../assortment/brand-page.tsx';
import { BrandsList } from '../assortment/brands-list.tsx';
import { CategoriesPage } from '../assortment/categories-page.tsx';
import { CategoryPage } from '../assortment/category-page.tsx';
import { ImportPage } from '../assortment/import-page.tsx';
import { ShortPage } from '../assortment/short-page.tsx';
import { UnitPage } from '../assortment/unit-page.tsx';
import { UnitsList } from '../assortment/units-list.tsx';
import { Skeleton } from '../parts/states.tsx';
import { ProductPage } from './product-page.tsx';
import { ProductsList } from './products-list.tsx';
import { ShelfCodesList } from './shelf-codes.tsx';

const GoodsSheetPage = lazy(() => import('./goods-sheet-page.tsx'));

/** The section of goods and of what they are described by. */
export default function Catalogue() {
  return (
    <Routes>
      <Route index element={<ProductsList />} />
      <Route path="categories" element={<CategoriesPage />} />
      <Route path="categories/:id" element={<CategoryPage />} />
      <Route path="shorts/:id" element={<ShortPage />} />
      <Route path="attributes" element={<AttributesList />} />
      <Route path="attributes/:id" element={<AttributePage />} />
      <Route path="brands" element={<BrandsList />} />
      <Route path="brands/:id" element={<BrandPage />} />
      <Route path="units" element={<UnitsList />} />
      <Route path="units/:id" element={<UnitPage />} />
      <Route path="shelf-codes" element={<ShelfCodesList />} />
      <Route path="import" element={<ImportPage />} />
      <Route
        path="sheet"
        element={
          <Suspense fallback={<Skeleton rows={14} />}>
            <GoodsSheetPage />
          </Suspense>
        }
      />
      <Route path=":id" element={<ProductPage />} />
    </Routes>
  );
}
