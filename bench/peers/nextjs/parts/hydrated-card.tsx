'use client';

export { ProductCard as HydratedCard } from './product-card.tsx';
