"""Forms that enter hands, rulings and paper totals."""
