import './cases/reading'
