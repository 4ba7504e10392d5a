-- What a well described product has has changed: all goods are judged again by the next run of the worker.
update product_quality_state set full_at = 'epoch';
